import { type ListRow, pageRows } from '../page-rows'

/** Reads the rows of a page at once, which otherwise takes turns with other work. */
export function readRows(sent: Buffer, names: readonly string[]): { rows: ListRow[]; next?: string } {
  const steps = pageRows(sent, names)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
