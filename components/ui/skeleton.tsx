/** Rows that are on their way: exactly as high as the rows that come, and still. `cells` has the class of each column's. */
export function SkeletonRows({ rows, cells }: { rows: number; cells: readonly (string | undefined)[] }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
        <tr key={row}>
          {cells.map((className, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other name
            <td key={column} className={className}>
              <span className="bone" style={{ width: `${40 + ((row * 37 + column * 23) % 36)}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
