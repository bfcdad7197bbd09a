import { describe, expect, test } from 'vitest';
import { desiredOf, leftOutOf, objectsOf } from './world.js';

const job = (metadata: string) => `apiVersion: batch/v1\nkind: Job\nmetadata: {${metadata}}\n`;

describe('hooks', () => {
  test.each([
    ['argocd.argoproj.io/hook: PostSync', /hook of Argo CD \(PostSync\)/],
    ['argocd.argoproj.io/hook: "PreSync,Sync"', /hook of Argo CD \(PreSync,Sync\)/],
    ['argocd.argoproj.io/hook: Skip', /skip/],
    ['helm.sh/hook: post-install', /hook of Helm \(post-install\)/],
    ['helm.sh/hook: test', /hook of Helm \(test\)/],
    ['helm.sh/hook: "pre-install,pre-upgrade"', /hook of Helm/],
    ['helm.sh/hook: crd-install, argocd.argoproj.io/hook: PreSync', /hook of Argo CD/],
  ])('%s', (annotation, message) => {
    const desired = desiredOf(job(`name: migrate, annotations: {${annotation}}`));
    expect(leftOutOf(desired)).toEqual(['Job marketplace/migrate: hook']);
    expect(desired.notCompared[0]?.message).toMatch(message);
    expect(desired.objects).toEqual([]);
  });

  test.each([
    ['crd-install is no hook', 'helm.sh/hook: crd-install'],
    ['a weight alone is no hook', 'helm.sh/hook-weight: "1"'],
    ['a sync wave is no hook', 'argocd.argoproj.io/sync-wave: "1"'],
  ])('%s', (_, annotation) => {
    expect(objectsOf(desiredOf(job(`name: migrate, annotations: {${annotation}}`)))).toEqual([
      'Job marketplace/migrate',
    ]);
  });
});

describe('generateName', () => {
  test.each([
    ['alone', 'generateName: once-', ['Job marketplace/once-*: generate-name']],
    ['with an empty name', 'generateName: once-, name: ""', ['Job marketplace/once-*: generate-name']],
    ['with a null name', 'generateName: once-, name: null', ['Job marketplace/once-*: generate-name']],
    [
      'a hook is one entry',
      'generateName: once-, annotations: {argocd.argoproj.io/hook: PostSync}',
      ['Job marketplace/once-*: hook'],
    ],
    ['beside a name it means nothing', 'generateName: once-, name: once', []],
  ])('%s', (_, metadata, expected) => {
    expect(leftOutOf(desiredOf(job(metadata)))).toEqual(expected);
  });
});

describe('what is never applied as it is', () => {
  test.each([
    [
      'local configuration',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fn, annotations: {config.kubernetes.io/local-config: "true"}}',
      ['ConfigMap marketplace/fn: local-config'],
    ],
    [
      'not if it says false',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fn, annotations: {config.kubernetes.io/local-config: "false"}}',
      [],
    ],
    [
      "kustomize's own files",
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: {name: prod}\nresources: []',
      ['Kustomization prod: local-config'],
    ],
    [
      "Flux's Kustomization is an object like any other",
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: prod, namespace: flux-system}',
      [],
    ],
    [
      'what SOPS encrypted with its name',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: "ENC[AES256_GCM,data:x]"}\nsops: {mac: "ENC[x]", version: 3.9.0}',
      ['Secret (encrypted): encrypted'],
    ],
    [
      'what SOPS encrypted with its kind',
      'apiVersion: "ENC[AES256_GCM,data:a/b=]"\nkind: "ENC[AES256_GCM,data:x]"\nmetadata: {name: keys}\nsops: {mac: "ENC[x]"}',
      ['(encrypted) keys: encrypted'],
    ],
    [
      'not what SOPS encrypted only the values of',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: keys}\ndata: {a: "ENC[AES256_GCM,data:x]"}\nsops: {mac: "ENC[x]"}',
      [],
    ],
  ])('%s', (_, yaml, expected) => {
    expect(leftOutOf(desiredOf(yaml))).toEqual(expected);
  });
});
