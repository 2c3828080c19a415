'use client'
import { Columns3 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Decoded } from '@/lib/api/reading'
import type { Column } from './column'
import type { ListDescription, ListQuery } from './description'
import type { Ordering } from './ordering'

// Most visits leave the view as it is: the menu's code comes when it is opened.
const ViewMenu = lazy(() => import('./view-menu'))

export type ViewProps<Known, Query extends ListQuery> = {
  list: Pick<ListDescription<Known, Query>, 'columns' | 'pageName'>
  path: string
  params: URLSearchParams
  /** The columns on screen, in their order. */
  columns: readonly Column<Decoded<Known>>[]
  ordering: Ordering
}

/** Opens the menu of columns, order and density. */
export function ViewButton<Known, Query extends ListQuery>(props: ViewProps<Known, Query>) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={button} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Columns3 />
        Columns
      </Button>
      {isOpen && (
        <Suspense>
          <ViewMenu {...props} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
