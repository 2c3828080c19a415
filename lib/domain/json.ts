/** A JSON object of unknown shape. */
export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a Content-Type header names JSON: `application/json`, `application/problem+json`. */
export const isJsonType = (contentType: string) => /^application\/([\w.-]+\+)?json\b/i.test(contentType)
