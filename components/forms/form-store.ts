'use client'
/** The values of a form, read and changed by path. A change draws only what shows the changed value. */
import { createContext, use, useState, useSyncExternalStore } from 'react'

/** The paths of a shape's texts and groups: `'source' | 'source.crypto' | 'source.crypto.address'`. */
export type PathIn<Values> = {
  [Name in keyof Values & string]: Values[Name] extends object ? Name | `${Name}.${PathIn<Values[Name]>}` : Name
}[keyof Values & string]

/** @returns undefined for a path that does not exist */
export const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (part, name) =>
        typeof part === 'object' && part && Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined,
      values,
    )

/** The text at a path; '' if there is none. */
export function textAt(values: unknown, path: string): string {
  const value = valueAt(values, path)
  return typeof value === 'string' ? value : ''
}

/** A copy with another value at a path; parts without a change stay the same objects. */
function withValue<Part>(part: Part, [name, ...rest]: readonly string[], value: unknown): Part {
  // The type of a path's value is known only to the field that sets it.
  if (name === undefined) return value as Part
  const copy = (Array.isArray(part) ? [...part] : { ...part }) as Part & object
  Reflect.set(copy, name, withValue(Reflect.get(copy, name), rest, value))
  return copy
}

/** `typing` ends with an event of the browser; nothing follows a value that a button or list `set`. */
type Change = 'typing' | 'set'

export type FormStore<Values> = {
  /** The newest values; every change makes new objects. */
  values: () => Values
  /** @param path of a text, as in the names of fields, or of a group or list */
  set: (path: string, value: unknown, change?: Change) => void
  /** Changes several members at once: whoever listens never sees one without the others. */
  change: (members: Partial<Values>, change?: Change) => void
  /** Replaces all values; no field counts as visited any more. */
  replaceAll(values: Values): void
  /** Remembers that a field was left. */
  visit: (path: string) => void
  isVisited: (path: string) => boolean
  /** @returns a function that unsubscribes */
  subscribe: (listener: (change: Change) => void) => () => void
}

export function createStore<Values>(initial: Values): FormStore<Values> {
  let values = initial
  const visited = new Set<string>()
  const listeners = new Set<(change: Change) => void>()
  function update(next: Values, change: Change) {
    values = next
    for (const listener of listeners) listener(change)
  }
  return {
    values: () => values,
    set(path, value, change = 'set') {
      if (!Object.is(valueAt(values, path), value)) update(withValue(values, path.split('.'), value), change)
    },
    change: (members, change = 'set') => update({ ...values, ...members }, change),
    replaceAll(next) {
      visited.clear()
      update(next, 'set')
    },
    visit: (path) => void visited.add(path),
    isVisited: (path) => visited.has(path),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** A store of its own for a form that begins with these values. */
export function useNewStore<Values>(initial: Values): FormStore<Values> {
  const [store] = useState(() => createStore(initial))
  return store
}

export const FormStoreContext = createContext<FormStore<unknown> | undefined>(undefined)

/** The store of the form around it. The caller says what its values are. */
export function useFormStore<Values = unknown>(): FormStore<Values> {
  const store = use(FormStoreContext)
  if (!store) throw new Error('This belongs in a form.')
  return store as FormStore<Values>
}

/**
 * Renders again when the selected value changes.
 * @param select gives a text, a number, or a part of the values as it is
 */
export function useFormValue<Values, Selected>(select: (values: Values) => Selected): Selected {
  const store = useFormStore<Values>()
  return useSyncExternalStore(store.subscribe, () => select(store.values()))
}

/** All values; renders again after every change. */
export const useFormValues = <Values>(): Values => useFormValue((values: Values) => values)

/** What a field shows, and what it reports. */
export function useFieldState(name: string) {
  const { set, visit } = useFormStore()
  const value = useFormValue((values) => textAt(values, name))
  return {
    value,
    onType: (text: string) => set(name, text, 'typing'),
    onChoose: (text: string) => set(name, text),
    onBlur: () => visit(name),
  }
}
