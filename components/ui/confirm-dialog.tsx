'use client'
import { lazyPart } from './lazy-part'

const loadDialog = async () => ({ default: (await import('./dialog')).ConfirmDialog })

/** Asks for confirmation before something is lost; its code is loaded when it first opens. */
export const ConfirmDialog = lazyPart('The confirmation', loadDialog, { isOverlay: true })
