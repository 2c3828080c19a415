'use client'
/** What a list needs of exports and loads late: the panel of the whole list, and the bar of its selected rows. */
import type { ComponentType } from 'react'
import type { PeekProps, RowTools } from '@/components/list/row-tools'
import { lazyPart } from '@/components/ui/lazy-part'
import type { RowExport } from './selection-bar'

export const ExportPart = lazyPart('The export', () => import('./export-panel'), { isOverlay: true })

/** @param load the module of a list's preview */
export const latePanels = <Row,>(
  load: () => Promise<{ default: ComponentType<PeekProps<Row>>; exported: RowExport<Row> }>,
): Pick<RowTools<Row>, 'Peek' | 'Bar'> => ({
  Peek: lazyPart('The preview', load),
  Bar: lazyPart('The selection', async () => (await import('./selection-bar')).barOf((await load()).exported), {
    isOverlay: true,
  }),
})
