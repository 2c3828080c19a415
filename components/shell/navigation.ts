import { ArrowLeftRight, LayoutList, type LucideIcon, Receipt } from 'lucide-react'

/** A page in the navigation; `segment` follows the environment in its address, `key` follows `g` on the keyboard. */
export type NavigationLink = { segment: string; name: string; icon: LucideIcon; key: string }
/** Links that belong together; the first group has no title. */
export type NavigationGroup = { title?: string; links: readonly NavigationLink[] }

/** Every page that the navigation shows: a new one is one entry here. */
export const navigation: readonly NavigationGroup[] = [
  {
    links: [
      { segment: '', name: 'Overview', icon: LayoutList, key: 'o' },
      { segment: 'transfers', name: 'Transfers', icon: ArrowLeftRight, key: 't' },
      { segment: 'issuer-quotes', name: 'Issuer quotes', icon: Receipt, key: 'q' },
    ],
  },
]

/** The address of a page of the navigation. @param root the environment's: `/sandbox` */
export const hrefOfPage = (root: string, segment: string) => (segment ? `${root}/${segment}` : root)

/**
 * The same kind of page in another environment, without anything of this one: ids, filters and cursors do not carry over.
 * @param path the path of the page on screen: `/sandbox/transfers/4d1c1f0a-…`
 */
export function sameKindOfPage(path: string, environment: string): string {
  const kind = path.split('/')[2] ?? ''
  const isKnown = navigation.some(({ links }) => links.some(({ segment }) => segment === kind))
  return hrefOfPage(`/${environment}`, isKnown ? kind : '')
}
