/** The file cannot be used. The message has a line for each problem: its place in the file, and what is wrong. */
export class FileError extends Error {
  override readonly name = 'FileError';
}
