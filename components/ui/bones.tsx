/** Rows that are on their way: exactly as high as the rows that come, and still. */
export function Bones({ rows, widths }: { rows: number; widths: readonly number[] }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <tr key={row}>
          {widths.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
            <td key={column} className={boneCells[column]}>
              <span className="bone" style={{ width: width ? width + ((row * 37 + column * 23) % 24) : 0 }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** On a phone a row shows four of its cells; bones stand in the same. */
const boneCells: Record<number, string> = { 0: 'when', 1: 'what', 2: 'number main', 4: 'state' }
