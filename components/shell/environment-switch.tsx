'use client'
import { Repeat } from 'lucide-react'
import { usePathname } from 'next/navigation'
import type { Environment } from '@/lib/api/environments'
import { sameKindOfPage } from './navigation'
import { navigationEntry } from './navigation-links'

/**
 * Leads to the same kind of page in the other environment. A plain link: the page is loaded anew, so that nothing that
 * was read or typed in this environment can show in that one.
 */
export function EnvironmentSwitch({ other }: { other: Environment }) {
  return (
    <a href={sameKindOfPage(usePathname(), other)} className={navigationEntry}>
      <Repeat />
      Switch to {other}
    </a>
  )
}
