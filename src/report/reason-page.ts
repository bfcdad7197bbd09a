/** Where the documentation of this version is published; the same files stand in docs/ of the project. */
const DOCS = 'https://gitdrift.io/docs/';

/** The address of a page of docs/, such as `formats.md`. */
export function docsPage(page: string): string {
  return `${DOCS}${page.split('/').map(encodeURIComponent).join('/')}`;
}

/** The page that tells of a reason code. */
export function reasonPage(code: string): string {
  return docsPage(`reasons/${code}.md`);
}
