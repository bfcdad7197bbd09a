import { refText } from '../../model/resource.js';
import type { PlanCheck, PlanStep, SuspendPlan } from '../../model/suspend-plan.js';
import { destinationText } from '../heading-text.js';
import { chainPicture, linkList } from './chain-picture.js';
import { sentence } from './field.js';
import { linesBlock } from './findings.js';
import { type Html, html } from './markup.js';
import { htmlPage, type Section } from './page.js';
import { timeOf } from './time.js';

/** The plan as one HTML document that loads nothing: what to do first, then who manages whom as a picture, and how to undo it. */
export function htmlSuspendPlan(plan: SuspendPlan): string {
  const { tool, generatedAt, resource } = plan;
  const parts: readonly (readonly [id: string, title: string, body: Html | readonly Html[]])[] = [
    ['warnings', 'Take care', plan.warnings.map((text) => html`<p>${sentence(text)}</p>`)],
    ['chain', 'Who manages it', chainPart(plan)],
    ['steps', 'Steps', stepList(plan.steps)],
    ['verify', 'How to see that it holds', plan.verify.map(checkPart)],
    ['undo', 'How to undo it', undoPart(plan)],
    [
      'nearer',
      'Why nothing nearer',
      plan.nearer.map(({ owner, why }) => html`<p><code>${refText(owner)}</code>: ${sentence(why)}</p>`),
    ],
    ['stops', 'What this stops too', plan.alsoStops.map(({ message }) => html`<p>${sentence(message)}</p>`)],
    [
      'others',
      'Other ways out',
      plan.otherWays.map(
        ({ title, message, commands }) =>
          html`<h3>${title}</h3><p>${sentence(message)}</p>${commands.map((command) => html`<pre>${command}</pre>`)}`,
      ),
    ],
    [
      'record',
      'Keep this record',
      plan.override.trim() === ''
        ? []
        : [html`<p>For the policy file, so that everybody knows.</p>`, linesBlock(plan.override)],
    ],
  ];
  return htmlPage({
    tool,
    generatedAt,
    maskNamed: false,
    title: `Plan for ${refText(resource)}`,
    under: html`Live in ${destinationText(plan.destination)}, at ${timeOf(generatedAt)}. Nothing was changed.`,
    lead: html`<div class="todo"><p><strong>${sentence(plan.summary)}</strong></p></div>`,
    sections: parts.flatMap(([id, title, body]): Section[] =>
      Array.isArray(body) && body.length === 0 ? [] : [{ id, title, body: html`${body}` }],
    ),
  });
}

function chainPart({ chain, resource, suspend }: SuspendPlan): Html {
  const { links, roots, notes } = chain;
  if (links.length === 0)
    return html`<p>Nothing that marks <code>${refText(resource)}</code> was found.</p>${notesOf(notes)}`;
  return html`${chainPicture({ starts: [resource], links, roots, suspend })}${linkList(links)}${notesOf(notes)}`;
}

function notesOf(notes: readonly string[]): Html[] {
  return notes.map((note) => html`<p class="dim">${sentence(note)}</p>`);
}

function stepList(steps: readonly PlanStep[]): readonly Html[] {
  if (steps.length === 0) return [];
  return [html`<ol class="steps">${steps.map(stepPart)}</ol>`];
}

function stepPart({ does, why, onlyIf, commands, readBack }: PlanStep): Html {
  const [first, ...others] = commands;
  return html`<li><p><strong>${sentence(does)}</strong>${why === '' ? '' : ` ${sentence(why)}`}</p>
${onlyIf === undefined ? [] : [html`<p>Two cases: ${onlyIf}; where it does, this step comes first, where it does not leave it out.</p>`]}
${first === undefined ? [] : [html`<p>May it be done?</p><pre>${first.allowed}</pre><p>Do it:</p><pre>${first.command}</pre>`]}
${others.map((other) => html`<details><summary>Or with ${other.tool}</summary><pre>${other.allowed}</pre><pre>${other.command}</pre></details>`)}
${checkPart(readBack)}</li>\n`;
}

function checkPart({ command, expect }: PlanCheck): Html {
  return html`<p>Read back:</p><pre>${command}</pre><p>Expect: ${expect}</p>`;
}

function undoPart({ undo }: SuspendPlan): readonly Html[] {
  return undo.steps.length === 0 ? [] : [html`<p>${sentence(undo.warning)}</p>`, ...stepList(undo.steps)];
}
