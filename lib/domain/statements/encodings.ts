/** The text of a file, whatever its encoding, in pieces of a few milliseconds of work. */

/** How much is decoded and parsed at once. */
const pieceLength = 16 * 1_024

/** How much of a file is in memory at once; the first of it tells the encoding. */
const sliceLength = 1_048_576

function decodes(bytes: Uint8Array, encoding: string, isWhole: boolean): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
    return true
  } catch {
    return false
  }
}

/** Whether pairs of bytes begin as the usual kana and kanji do. In Windows-1252 these bytes are rare marks. */
function isShiftJis(bytes: Uint8Array, isWhole: boolean): boolean {
  let [usual, other] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    if (byte <= 0x9f) usual += 1
    else other += 1
    if (byte < 0xa1 || byte > 0xdf) at += 1
  }
  return usual > other && decodes(bytes, 'shift_jis', isWhole)
}

/** UTF-16 by its mark, or by the zero bytes of Latin letters. What is neither UTF-8 nor Shift-JIS is Windows-1252. */
function encodingOf(bytes: Uint8Array, isWhole: boolean): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = (from: number) => bytes.subarray(0, 512).filter((byte, at) => at % 2 === from && byte === 0).length
  if (bytes.length >= 4 && zeros(1) > Math.min(512, bytes.length) / 4) return 'utf-16le'
  if (bytes.length >= 4 && zeros(0) > Math.min(512, bytes.length) / 4) return 'utf-16be'
  if (decodes(bytes, 'utf-8', isWhole)) return 'utf-8'
  return isShiftJis(bytes, isWhole) ? 'shift_jis' : 'windows-1252'
}

/** The text of a file, piece by piece, and how much of it is done. */
export async function* textOf(file: Blob | string): AsyncGenerator<{ text: string; done: number }> {
  if (typeof file === 'string') {
    const text = file.replace(/^\ufeff/, '')
    for (let from = 0; from < text.length; from += pieceLength)
      yield { text: text.slice(from, from + pieceLength), done: Math.min(1, (from + pieceLength) / text.length) }
    return
  }
  const sample = new Uint8Array(await file.slice(0, sliceLength).arrayBuffer())
  const decoder = new TextDecoder(encodingOf(sample, sample.length === file.size))
  // In a browser a slice for each piece takes longer than the piece.
  for (let from = 0; from < file.size; from += sliceLength) {
    const bytes = new Uint8Array(await file.slice(from, from + sliceLength).arrayBuffer())
    for (let at = 0; at < bytes.length; at += pieceLength) {
      const text = decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true })
      yield { text, done: Math.min(1, (from + at + pieceLength) / file.size) }
    }
  }
  yield { text: decoder.decode(), done: 1 }
}
