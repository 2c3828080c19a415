import { toneClass } from '@/components/ui/status'
import type { MovementRow } from '@/lib/api/console/movements/movement'
import type { StationState } from '@/lib/api/console/movements/plans'

const tones = { moving: 'busy', waiting: 'wait', failed: 'bad', unknown: 'unknown' } as const satisfies Record<
  Exclude<StationState, 'done'>,
  string
>

/** The track of a movement in one line: a dot for each station. Its status is said in words beside it. */
export const TrackDots = ({ stops }: Pick<MovementRow, 'stops'>) => (
  <span className="dots" aria-hidden>
    {stops.map(({ key, state }) => (
      <i key={key} className={state === 'done' ? 'done' : `now ${toneClass[tones[state]]}`} />
    ))}
  </span>
)
