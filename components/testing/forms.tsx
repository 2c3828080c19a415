/** Renders a form and its review as their pages do; other paths show as a heading. */
import { usePathname } from 'next/navigation'
import type { ComponentType } from 'react'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import type { FormSession, FormStep } from '@/components/forms/description'
import type { IntentDetail } from '@/lib/api/intents'
import { type Environment, environments } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'
import type { Role } from '@/lib/provider/roles'
import type { Answers } from './proxy'
import { transferPage } from './records'
import { renderInConsole } from './render'

// A form that is unmounted between two tests saves its draft after the first one cleared the storage.
beforeEach(() => sessionStorage.clear())

type FormComponent = ComponentType<{ session: FormSession; step: FormStep }>

function FormPages({ Form, path, session }: { Form: FormComponent; path: string; session: FormSession }) {
  const at = usePathname()
  if (at === path) return <Form key="details" session={session} step="details" />
  if (at === `${path}/review`) return <Form key="review" session={session} step="review" />
  return <h1>{at}</h1>
}

type FormOptions = {
  /** Path and query of the form. */
  url: string
  answers?: Answers
  person?: string
  roles?: readonly Role[]
  requiresIdentity?: boolean
  confirmAbove?: string
}

/** @returns also the bodies sent by an operation, in order */
export async function renderForm(
  Form: FormComponent,
  {
    url,
    answers,
    person = 'treasury',
    roles = ['treasury'],
    requiresIdentity = false,
    confirmAbove = '1000000',
  }: FormOptions,
) {
  const path = url.split('?')[0] ?? url
  const environment = environments.find((name) => path.startsWith(`/${name}/`)) ?? ('sandbox' satisfies Environment)
  const session: FormSession = { environment, person, roles, requiresIdentity, confirmAbove }
  const rendered = await renderInConsole(<FormPages Form={Form} path={path} session={session} />, {
    url,
    session: { person, roles },
    answers: {
      listTransfers: transferPage([]),
      'GET /presets': { entries: [] },
      'GET /intents': { intents: [], next_page_cursor: '' },
      'GET /order-references': { orders: [] },
      ...answers,
    },
  })
  const sent = (operation: WriteName) => rendered.calls.filter((call) => call.operation === operation)
  return { ...rendered, sent }
}

export const field = (name: string) => page.getByLabelText(name, { exact: true })
export const radio = (name: string | RegExp) => page.getByRole('radio', { name })
export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** Opens or closes a folded part of a form. */
export const fold = (title: string) => page.getByText(title, { exact: true }).first().click()
export const errors = () => page.getByRole('alert').filter({ hasText: 'There is a problem' })
export const errorLinks = () => errors().getByRole('link')
export const errorTexts = () =>
  errorLinks()
    .elements()
    .map(({ textContent }) => textContent)
export const note = (text: string) => page.getByRole('alert').filter({ hasText: text })

/** A recorded request, as the console answers it. */
export const intent = (members: Partial<IntentDetail> = {}): IntentDetail => ({
  id: '0198c0de-0000-7000-8000-000000000001',
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'confirmed',
  person: 'Tess',
  is_mine: true,
  summary: 'Sell 1 BTC',
  created_at: '2026-11-19T01:00:00.000Z',
  sent_at: '2026-11-19T01:00:00.500Z',
  settled_at: '2026-11-19T01:00:01.000Z',
  is_conflict: false,
  path: {},
  events: [],
  ...members,
})

/** An answer that the test gives when it wants to. */
export function delayed(): { answer: Promise<object>; give: (value: object) => void } {
  let give: (value: object) => void = () => {}
  const answer = new Promise<object>((resolve) => {
    give = resolve
  })
  return { answer, give }
}
