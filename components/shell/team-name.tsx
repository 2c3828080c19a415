import type { TeamSettings } from '@/lib/features/team/interface'

/** The desk's name and colour below Mintdesk's mark, beside icons the colour alone. Made by the server: it adds no code to pages. */
export const TeamName = ({ name, mark }: TeamSettings) =>
  name !== undefined && (
    <p className="-mt-3 flex items-center gap-2 px-2 text-sm sm:max-xl:justify-center" title={name}>
      <span
        className="mx-1 size-2.5 flex-none rounded-full bg-ink-3"
        style={mark === undefined ? undefined : { background: `oklch(0.6 0.15 ${mark})` }}
      />
      <span className="min-w-0 truncate sm:max-xl:sr-only">{name}</span>
    </p>
  )
