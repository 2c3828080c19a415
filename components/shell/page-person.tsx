'use client'
import { useEffect } from 'react'
import { setPagePerson } from '@/lib/browser/operation'

/** Every write of this page is sent as the person whose page it is, or not at all. */
export function PagePerson({ person }: { person: string }) {
  useEffect(() => setPagePerson(person), [person])
  return null
}
