import { dig, digString, field, isArray, isObject, type JsonValue } from '../model/json.js';
import { pointerOf } from '../model/json-pointer.js';
import { originAt } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import { type DesiredObject, refText } from '../model/resource.js';
import { isPlaceholder } from '../model/withheld.js';

/** One image that an object runs. */
interface NamedImage {
  readonly image: string;
  readonly steps: readonly (string | number)[];
}

/** An image of an object, with what it is pinned by. */
interface Used {
  readonly object: DesiredObject;
  readonly named: NamedImage;
}

/**
 * What is to be said of images that Git does not pin by a digest, so that the same commit may run something else tomorrow: a warning
 * for each object with an image of no tag or of `latest`, one note for all other tags together.
 */
export function mutableImageFindings(objects: readonly DesiredObject[]): readonly Finding[] {
  const used = objects.flatMap((object) => imagesOf(object.object).map((named): Used => ({ object, named })));
  const loose = used.filter(({ named }) => !isPinned(named.image));
  const latest = loose.filter(({ named }) => isLatest(named.image));
  const tagged = loose.filter(({ named }) => !isLatest(named.image));
  return [...byObject(latest).map(latestFinding), ...taggedFindings(tagged)];
}

/** Where a pod's specification stands, by kind; a Rollout of Argo Rollouts has one like a Deployment. */
function podSpec(object: DesiredObject['object']): readonly string[] | undefined {
  const [group = ''] = object.apiVersion.includes('/') ? object.apiVersion.split('/') : [''];
  switch (`${group}/${object.kind}`) {
    case '/Pod':
      return ['spec'];
    case '/PodTemplate':
      return ['template', 'spec'];
    case 'batch/CronJob':
      return ['spec', 'jobTemplate', 'spec', 'template', 'spec'];
    case '/ReplicationController':
    case 'apps/DaemonSet':
    case 'apps/Deployment':
    case 'apps/ReplicaSet':
    case 'apps/StatefulSet':
    case 'argoproj.io/Rollout':
    case 'batch/Job':
      return ['spec', 'template', 'spec'];
    default:
      return undefined;
  }
}

function imagesOf(object: DesiredObject['object']): readonly NamedImage[] {
  const at = podSpec(object);
  if (at === undefined) return [];
  const spec = dig(object, ...at);
  const containers = (['initContainers', 'containers'] as const).flatMap((list) =>
    items(field(spec, list)).flatMap((item, index): NamedImage[] => {
      const image = digString(item, 'image');
      return image === undefined ? [] : [{ image, steps: [...at, list, index, 'image'] }];
    }),
  );
  const volumes = items(field(spec, 'volumes')).flatMap((item, index): NamedImage[] => {
    const image = digString(item, 'image', 'reference');
    return image === undefined ? [] : [{ image, steps: [...at, 'volumes', index, 'image', 'reference'] }];
  });
  return [...containers, ...volumes].filter(({ image }) => isReference(image));
}

function items(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** `auto` is what a mesh's injector fills in; other placeholders are filled in by what renders. */
function isReference(image: string): boolean {
  return image !== '' && image !== 'auto' && !isPlaceholder(image) && !image.includes('$');
}

function isPinned(image: string): boolean {
  return image.includes('@');
}

/** A colon in front of the last slash is a registry's port. */
function isLatest(image: string): boolean {
  const tag = image.slice(image.lastIndexOf('/') + 1).split(':')[1] ?? '';
  return tag === '' || tag === 'latest';
}

function byObject(used: readonly Used[]): readonly (readonly [Used, ...Used[]])[] {
  const groups = new Map<DesiredObject, [Used, ...Used[]]>();
  for (const one of used) {
    const group = groups.get(one.object);
    if (group === undefined) groups.set(one.object, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

function latestFinding([first, ...more]: readonly [Used, ...Used[]]): Finding {
  const images = distinct([first, ...more]);
  const what = images.length === 1 ? `the image ${images[0]} is` : `the images ${listed(images)} are`;
  return {
    code: 'image-latest',
    severity: 'warning',
    resource: first.object.ref,
    message: `${what} whatever the registry calls latest when a node pulls: Git does not say what runs, and no rollback brings it back`,
    origin: originAt(first.object.origins, pointerOf(first.named.steps)),
  };
}

function taggedFindings(used: readonly Used[]): readonly Finding[] {
  const [first] = used;
  if (first === undefined) return [];
  const images = distinct(used);
  const objects = [...new Set(used.map(({ object }) => refText(object.ref)))].sort();
  const [what, holds, can] = images.length === 1 ? ['image', 'has', 'the tag'] : ['images', 'have', 'tags'];
  return [
    {
      code: 'image-without-digest',
      severity: 'note',
      message: `${images.length} ${what} of ${listed(objects)} ${holds} no digest, so that ${can} can be moved to something else: ${listed(images)}`,
    },
  ];
}

function distinct(used: readonly Used[]): readonly string[] {
  return [...new Set(used.map(({ named }) => named.image))].sort();
}

const SHOWN = 3;

function listed(texts: readonly string[]): string {
  const more = texts.length - SHOWN;
  return `${texts.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
