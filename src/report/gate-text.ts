import type { Report } from '../model/report.js';
import { countsOf } from './counts.js';
import { withheldWords } from './drift-words.js';
import { andList, count } from './plural.js';
import { printable } from './safe-text.js';

/** The last line: whether the gate passed, what counted, and the exit code. */
export function gateText(report: Report): string {
  const { gate } = report;
  const code = `${policyWords(report)}(exit ${gate.exitCode})`;
  const counts = countsOf(report.applications);
  const { unknown } = counts;
  const aside = counts.withheld === 0 ? '' : `; ${withheldWords(counts)}`;
  const parts = missingWords(report);
  if (gate.counted > 0 && !gate.passed) {
    const asked = gate.exitCode === 0 ? ', as --no-exit-code asks' : '';
    const kept = `${policyWords(report)}(exit ${gate.exitCode}${asked})`;
    const gap = unknown === 0 ? '' : `; ${count(unknown, 'object')} not fully compared`;
    return `gate: FAILED, ${reasons(report)}${gap}${parts === '' ? '' : `; ${parts}`}${aside} ${kept}`;
  }
  if (!gate.passed || gate.exitCode === 3) {
    const what = unknown === 0 ? 'what Git asks for could not' : `${count(unknown, 'object')} could not fully`;
    const unread = unknown > 0 || report.applications.some(({ sync }) => sync.status === 'Unknown') || parts === '';
    const why = [...(unread ? [`${what} be compared`] : []), ...(parts === '' ? [] : [parts])].join('; ');
    return `gate: INCOMPLETE, ${why}${aside} ${code}`;
  }
  if (gate.failOn.length === 0 || gate.failOn.includes('none')) return `gate: off, nothing fails it${aside} ${code}`;
  return `gate: passed${aside} ${code}`;
}

/** The policy file, where it is what says what fails. */
function policyWords({ gate }: Report): string {
  return gate.policy === undefined
    ? ''
    : `[fails on ${printable(gate.failOn.join(', '))}, as ${printable(gate.policy)} says] `;
}

/** `shards 2 and 5 of 8 are missing`; empty where the report is whole. */
function missingWords({ missingShards }: Report): string {
  if (missingShards === undefined) return '';
  const { missing, of } = missingShards;
  return `${missing.length === 1 ? 'shard' : 'shards'} ${andList(missing.map(String))} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing`;
}

/** What made the gate fail. With other conditions than `unexplained` the report only knows how many counted. */
function reasons(report: Report): string {
  const { gate } = report;
  if (gate.failOn.length !== 1 || gate.failOn[0] !== 'unexplained') {
    const by = gate.policy === undefined ? `--fail-on ${printable(gate.failOn.join(','))}` : 'the policy';
    return `${gate.counted} counted by ${by}`;
  }
  const counts = countsOf(report.applications);
  const parts = [
    ...(counts.unexplained > 0 ? [count(counts.unexplained, 'unexplained drift', 'unexplained drifts')] : []),
    ...(counts.objectsUnexplained > 0 ? [`${count(counts.objectsUnexplained, 'object')} missing or extraneous`] : []),
    ...(counts.undeclaredUnexplained > 0
      ? [count(counts.undeclaredUnexplained, 'undeclared field', 'undeclared fields')]
      : []),
  ];
  return parts.length === 0 ? `${gate.counted} counted` : andList(parts);
}
