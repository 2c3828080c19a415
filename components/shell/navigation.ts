import { ArrowLeftRight, type LucideIcon } from 'lucide-react'

/** A page in the navigation; `segment` follows the environment in its address. */
export type NavigationLink = { segment: string; name: string; icon: LucideIcon }
/** Links that belong together; the first group has no title. */
export type NavigationGroup = { title?: string; links: readonly NavigationLink[] }

/** Every page that the navigation shows: a new one is one entry here. */
export const navigation: readonly NavigationGroup[] = [
  { links: [{ segment: 'transfers', name: 'Transfers', icon: ArrowLeftRight }] },
]
