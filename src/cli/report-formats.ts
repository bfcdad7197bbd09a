import type { Format, OutputOptions } from '../config/output-options.js';
import type { Report } from '../model/report.js';
import type { MarkdownOptions } from '../report/markdown/markdown.js';
import type { TextOptions } from '../report/text-options.js';

/** A report as text in one format; it reads of the options what it needs. */
type RenderReport = (report: Report, options: MarkdownOptions) => string;

/** Every format of a report, each loaded where it is asked for. */
const RENDERERS: Readonly<Record<Format, () => Promise<RenderReport>>> = {
  text: async () => (await import('../report/text.js')).textReport,
  json: async () => (await import('../report/json.js')).jsonReport,
  yaml: async () => (await import('../report/yaml.js')).yamlReport,
  markdown: async () => (await import('../report/markdown/markdown.js')).markdownReport,
  junit: async () => (await import('../report/junit.js')).junitReport,
  sarif: async () => (await import('../report/sarif.js')).sarifReport,
  github: async () => (await import('../report/github.js')).githubReport,
  gitlab: async () => (await import('../report/gitlab.js')).gitlabReport,
  html: async () => (await import('../report/html/report.js')).htmlReport,
};

/**
 * The report in a format. `look` are the options of text; every other format is kept or published, so that it has no
 * colours and columns, times that are not counted from now, and no values whose names look secret.
 */
export async function renderReport(
  format: Format,
  report: Report,
  look: TextOptions,
  { showSecrets, commentKey }: OutputOptions,
): Promise<string> {
  const render = await RENDERERS[format]();
  return render(report, format === 'text' ? look : { ...published(report, look, showSecrets), commentKey });
}

function published(report: Report, look: TextOptions, showSecrets: boolean): TextOptions {
  const { typed: _, ...rest } = look;
  return {
    ...rest,
    width: undefined,
    color: false,
    now: new Date(report.generatedAt),
    time: 'full',
    maskNamed: !showSecrets,
  };
}

/** The report for the summary of a step of GitHub Actions, in so many bytes. */
export async function stepSummary(
  report: Report,
  look: TextOptions,
  { showSecrets }: OutputOptions,
  limit: number,
): Promise<string> {
  const { markdownReport } = await import('../report/markdown/markdown.js');
  return markdownReport(report, { ...published(report, look, showSecrets), limit });
}

/** What changed between two reports, in one of the formats that a comparison has. */
export async function renderComparison(
  format: Format,
  before: Report,
  after: Report,
  look: TextOptions,
  { showSecrets, commentKey }: OutputOptions,
): Promise<string> {
  if (format === 'json') return (await import('../report/compare/comparison-json.js')).comparisonJson(before, after);
  if (format === 'text')
    return (await import('../report/compare/comparison-text.js')).comparisonText(before, after, look);
  const { comparisonMarkdown } = await import('../report/compare/comparison-markdown.js');
  return comparisonMarkdown(before, after, { ...published(after, look, showSecrets), commentKey });
}
