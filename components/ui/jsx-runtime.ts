/**
 * What every `<tag>` of this repository compiles to (tsconfig.json, `jsxImportSource`): React's own, which also shows the
 * invisible characters of any text, and keeps text from reordering the text next to it. Providers choose much of the text
 * on a page, so this holds for all of it and is not left to each place that shows some.
 */
import type { ElementType, Key, ReactNode } from 'react'
import { jsx as createElement, jsxs as createElementWith, Fragment, type JSX } from 'react/jsx-runtime'
import { codeOf, isRightToLeft, splitInvisible, visibleText } from '@/lib/domain/invisible-characters'

export { Fragment, type JSX }

type Props = Record<string, unknown>

/** Elements whose content is only text, and those whose content is no text of ours. */
const textOnly = new Set<unknown>(['option', 'title'])
const untouched = new Set<unknown>(['script', 'style', 'textarea'])
/** Attributes that people read. Components get theirs as they are, because they pass them on. */
const readAttributes = new Set(['alt', 'data-name', 'label', 'placeholder', 'title'])

/** The received text in an element of its own direction; copying it gives the received text (globals.css). */
function isolated(text: string, key: Key): ReactNode {
  const parts = splitInvisible(text)
  if (parts.length === 1 && !isRightToLeft(text)) return text
  const children = parts.map((part, at) =>
    at % 2
      ? createElement('span', { className: 'code-point', role: 'img', 'aria-label': codeOf(part), children: part }, at)
      : part,
  )
  return createElementWith('bdi', { children }, key)
}

function shownChildren(children: unknown, key: Key = 'text'): unknown {
  if (typeof children === 'string') return isolated(children, key)
  if (!Array.isArray(children)) return children
  let shown: unknown[] = children
  for (let at = 0; at < children.length; at++) {
    const next = shownChildren(children[at], at)
    if (next === children[at]) continue
    if (shown === children) shown = [...children]
    shown[at] = next
  }
  return shown
}

/** The props with their text as it is shown; the same object if nothing differs. */
export function shownProps(type: unknown, props: Props): Props {
  let shown = props
  for (const name in props) {
    const value = props[name]
    const isText = typeof value === 'string'
    let next: unknown = value
    if (name === 'children') {
      if (isText && textOnly.has(type)) next = visibleText(value)
      else if (!untouched.has(type)) next = shownChildren(value)
    } else if (isText && (name.startsWith('aria-') || (readAttributes.has(name) && typeof type === 'string')))
      next = visibleText(value)
    if (next !== value) shown = { ...shown, [name]: next }
  }
  return shown
}

export const jsx = (type: ElementType, props: Props, key?: Key) => createElement(type, shownProps(type, props), key)
export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  createElementWith(type, shownProps(type, props), key)
