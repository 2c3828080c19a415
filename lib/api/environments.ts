/** The two environments: each has its own addresses, credentials and tokens, and they never mix. */
export const environments = ['sandbox', 'production'] as const
export type Environment = (typeof environments)[number]

export const isEnvironment = (text: unknown): text is Environment => environments.some((name) => name === text)
