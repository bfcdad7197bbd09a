import type { ApplicationReport } from '../model/report.js';
import { refText } from '../model/resource.js';
import type { Action, ActionCode, HealthStatus, SyncStatus } from '../model/status.js';
import { driftAdvice } from './drift-advice.js';
import { objectAdvice, undeclaredAdvice } from './object-advice.js';
import { messageParts } from './rollout/cause-words.js';
import { howItEnds, howToResume } from './waiting.js';
import { cutEnd, listed } from './wording.js';

/** A cause longer than this is cut: what the object's own entry says whole is not said again. */
const CAUSE_LENGTH = 140;

type Judged = Omit<ApplicationReport, 'action'>;

/** How many sentences of advice follow the first one: more is not read at three in the morning. */
const ADVICE_SENTENCES = 3;

/**
 * What the two verdicts together ask for (docs/report.md): the code from their table, and a message of a few sentences built
 * from the differences themselves, the most dangerous first. It says what a sync would do before it recommends one.
 */
export function applicationAction(application: Judged): Action {
  const code = actionCode(application.sync.status, application.health.status);
  const advice = [
    ...refusedAdvice(application),
    ...driftAdvice(application.resources),
    ...objectAdvice(application.resources),
    ...undeclaredAdvice(application.resources),
  ];
  const shown = advice.slice(0, ADVICE_SENTENCES);
  const rest = advice.length > shown.length ? ['The other differences are in the list'] : [];
  const first = opening(code, application, advice.length > 0);
  const steps = [...(first === '' ? [] : [first]), ...shown, ...rest];
  return {
    code,
    message: steps.join('. '),
    ...(steps.length < 2 ? {} : { steps: steps.map((message) => ({ message })) }),
  };
}

/** Objects that the API server itself said it would not take (`--server-side`); a refused field has a path. */
function refusedAdvice({ ifSynced }: Judged): readonly string[] {
  const whole = ifSynced.filter(({ code, path }) => code === 'refused' && path === undefined);
  if (whole.length === 0) return [];
  const objects = listed(whole.map(({ resource }) => refText(resource)));
  return [`A sync will be refused: the API server does not take ${objects} as declared; the findings say why`];
}

/** What could not be read comes first, then what is still moving: advice on either would be a guess. */
function actionCode(sync: SyncStatus, health: HealthStatus): ActionCode {
  if (sync === 'Unknown' || health === 'Unknown') return 'investigate';
  if (health === 'Progressing') return 'wait';
  if (health === 'Suspended') return 'resume';
  if (sync === 'OutOfSync') return health === 'Degraded' ? 'fix-git-and-reconcile' : 'merge-or-sync';
  return health === 'Healthy' ? 'none' : 'debug-application';
}

/** The sentence that the code stands for; empty where the advice on the drift says it all. */
function opening(code: ActionCode, application: Judged, advised: boolean): string {
  switch (code) {
    case 'none':
      return advised ? 'Git is applied and healthy' : 'Nothing to do';
    case 'debug-application':
      return `Git is applied as declared, so a sync changes nothing: debug the application. ${causes(application)}`;
    case 'fix-git-and-reconcile':
      return `Fix what is wrong in Git, or undo what was changed in live, and reconcile. ${causes(application)}`;
    case 'wait':
      return `Wait: ${causes(application)}${waitingEnds(application)}`;
    case 'resume':
      return `Paused: ${causes(application)}; resume it when ready${resuming(application)}`;
    case 'merge-or-sync':
      return application.health.status === 'Missing'
        ? `Nothing of it is deployed here: ${destination(application)}`
        : '';
    case 'investigate':
      return `Find out first what could not be judged: ${unjudged(application)}`;
  }
}

function causing(application: Judged): Judged['resources'] {
  return application.resources.filter(({ health }) => health?.status === application.health.status);
}

function causes(application: Judged): string {
  const texts = causing(application).map((resource) => {
    // Each half is cut by itself: the end, what holds up the pods, is what people need most.
    const parts = resource.health === null ? [] : messageParts(resource.health);
    const told = parts.flatMap((part = '') => (part === '' ? [] : [cutEnd(withoutStop(part), CAUSE_LENGTH)]));
    return `${refText(resource)}: ${told.join('; ')}`;
  });
  return texts.length === 0 ? withoutStop(application.health.message) : listed(texts, '; ');
}

/** A message without the full stop that ends it, or ends what it quotes in brackets: it stands within a sentence. */
function withoutStop(message: string): string {
  return message.replace(/(?<!\.)\.(\)*)\s*$/, '$1');
}

function waitingEnds(application: Judged): string {
  const [first] = causing(application);
  const end = first === undefined ? undefined : howItEnds(first);
  return end === undefined ? '' : ` (${end})`;
}

function resuming(application: Judged): string {
  const [first] = causing(application);
  const how = first === undefined ? undefined : howToResume(first);
  return how === undefined ? '' : ` (${how})`;
}

/** Where objects were looked for: their own namespaces, not that of the context. What is said of all of them comes first. */
function destination({ destination, resources }: Judged): string {
  const namespaces = [...new Set(resources.map(({ namespace }) => namespace))].filter((name) => name !== '').sort();
  const parts = [
    destination.context === undefined ? '' : `context ${destination.context}`,
    namespaces.length === 0 ? '' : `namespace${namespaces.length === 1 ? '' : 's'} ${listed(namespaces)}`,
  ].filter((part) => part !== '');
  const [note, ...others] = new Set(resources.map(({ message }) => message ?? ''));
  const why = note === undefined || note === '' || others.length > 0 ? '' : `${note}; `;
  return `${why}check that the destination is right${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** What could not be read is said once, though both verdicts rest on it. */
function unjudged(application: Judged): string {
  const { sync, health } = application;
  const unread = application.resources.some(({ outcome }) => outcome === 'unreadable');
  const said =
    sync.status === 'Unknown' && unread && causing(application).every(({ outcome }) => outcome === 'unreadable');
  return [sync.status === 'Unknown' ? sync.message : '', health.status === 'Unknown' && !said ? health.message : '']
    .filter((text) => text !== '')
    .map(withoutStop)
    .join('; ');
}
