import type { CSSProperties } from 'react'

/** A grey bar where text will be. */
export function Skeleton({ className = '', style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      className={`inline-block h-2 rounded-[4px] bg-pressed align-middle forced-colors:border forced-colors:border-[GrayText] ${className}`}
      style={style}
    />
  )
}

/** Placeholder rows as high as the rows to come. `cells` holds the class of each column's cell. */
export function SkeletonRows({ rows, cells }: { rows: number; cells: readonly (string | undefined)[] }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
        <tr key={row}>
          {cells.map((className, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
            <td key={column} className={className}>
              <Skeleton style={{ width: `${40 + ((row * 37 + column * 23) % 36)}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
