/** What people call the refusals of an operating system (errno(3)). */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ELOOP: 'a symbolic link points at itself',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'it does not exist',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'it is no folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** Why a call to the operating system failed, in words; its code where there are none. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : REASONS[code]) ?? code ?? message;
}
