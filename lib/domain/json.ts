/** A JSON object of unknown shape. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text that is not empty; undefined for any other value. */
export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Whether a Content-Type header names JSON: `application/json`, `application/problem+json`. */
export const isJsonType = (contentType: string) => /^application\/([\w.-]+\+)?json\b/i.test(contentType)
