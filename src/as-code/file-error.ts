/** A line for each problem: the place in the file, and what is wrong there. */
export class FileError extends Error {
  override readonly name = 'FileError';
}
