/** The two environments. Each has its own addresses, credentials and tokens. */
export const environments = ['sandbox', 'production'] as const
export type Environment = (typeof environments)[number]

export const isEnvironment = (text: unknown): text is Environment => environments.some((name) => name === text)
