'use client'
import { useEffect, useRef, useState } from 'react'
import { readDraft, saveDraft, savedDraft } from '@/lib/browser/filter-drafts'
import { isSame } from './pasted'

/**
 * What a form of the menu holds and is not in force: kept when its panel closes, there again when it opens.
 * @param inForce what the address holds; a draft that was typed beside other values is not shown
 * @returns the draft, and what the form tells about each change (undefined: nothing is open any more)
 */
export function useKeptForm(path: string, name: string, inForce: readonly string[]) {
  const [draft] = useState(() => {
    const kept = readDraft(savedDraft(path, name))
    return kept && isSame(kept.base, inForce) ? kept.values : undefined
  })
  const held = useRef<{ values: string[] | undefined }>(undefined)
  const base = useRef([...inForce])
  useEffect(() => {
    const keep = () => {
      if (!held.current) return
      const { values } = held.current
      saveDraft(path, name, values && { values, base: base.current })
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [path, name])
  return {
    draft,
    hold: (values: string[] | undefined) => {
      held.current = { values }
    },
    /** What is kept now is settled elsewhere: closing the panel changes nothing. */
    release: () => {
      held.current = undefined
    },
  }
}
