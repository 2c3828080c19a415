import type { ReactNode } from 'react'
import type { Environment } from '@/lib/api/environments'
import { Brand } from './brand'
import { Strip } from './strip'

/** A page without navigation: what was asked for is not there, or could not be shown. */
export function PlainPage({ environment, title, children }: PlainPageProps) {
  return (
    <>
      {environment && <Strip environment={environment} />}
      <main id="main" className="mx-auto max-w-[640px] px-6 py-16">
        <Brand className="mb-8" />
        <h1>{title}</h1>
        {children}
      </main>
    </>
  )
}

type PlainPageProps = { environment?: Environment; title: string; children: ReactNode }
