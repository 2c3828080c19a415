'use client'
import { lazyPart } from '@/components/ui/lazy-part'

// No page waits for its notes.
/** The notes of a record, at the end of its page, where they move nothing when they come. */
export const RecordNotes = lazyPart('Notes', () => import('./notes-section'))
