import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Intent } from '@/lib/api/intents'
import { type DraftKey, hasDraft } from '@/lib/browser/draft-storage'

const NoteForm = lazyPart('The note form', async () => ({ default: (await import('./note-form')).NoteForm }))

/** A note on an intent, and the button that opens it; a draft in this tab opens it at once. */
export function useNote(intent: Intent, person: string, canAct: boolean) {
  // Sign-out deletes a note that is being written as it deletes a form's draft.
  const draftKey: DraftKey = { person, environment: intent.environment, path: `activity/${intent.id}/note` }
  const [isOpen, setOpen] = useState(() => canAct && hasDraft(draftKey))
  return {
    isOpen,
    button: (label: string, kind: 'plain' | 'outline' = 'plain') => (
      <Button kind={kind} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
    ),
    // It stays open although the outcome is settled meanwhile.
    form: isOpen && canAct && <NoteForm intent={intent} draftKey={draftKey} onClose={() => setOpen(false)} />,
  }
}
