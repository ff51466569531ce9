// A file of transcripts may hold many matches, one after the other; the house judges them one by one.
const HEADER = new TextEncoder().encode('{"format":')
const END_OF_LINE = 10

/** The transcripts in a file, cut before each header; what holds none is one piece. */
export function transcripts(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const headers: number[] = []
  for (let line = 0; ; line = file.indexOf(END_OF_LINE, line) + 1) {
    if (HEADER.every((byte, at) => file[line + at] === byte)) headers.push(line)
    if (file.indexOf(END_OF_LINE, line) < 0) break
  }
  if (headers.length < 2) return [file]
  return headers.map((start, at) => file.subarray(at ? start : 0, headers[at + 1]))
}
