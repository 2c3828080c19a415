'use client'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { ConfirmDialog as LoadedDialog } from './dialog'

const LazyDialog = lazy(async () => ({ default: (await import('./dialog')).ConfirmDialog }))

/** Asks for confirmation before something is lost; its code is loaded when it first opens. */
export function ConfirmDialog(props: ComponentProps<typeof LoadedDialog>) {
  return (
    <Suspense>
      <LazyDialog {...props} />
    </Suspense>
  )
}
