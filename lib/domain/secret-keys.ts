/** Secrets that are never kept: drafts of forms, choices and identifiers are cleared of them. */

/** A Stellar secret key: anyone who reads it can move its funds (docs/provider.md, "Pasted identifiers"). */
const secretKey = /(?<![A-Za-z0-9])S[A-Z2-7]{55}(?![A-Za-z0-9])/g

/** @returns the text without Stellar secret keys, and how many there were */
export function removeSecretKeys(text: string): { text: string; secrets: number } {
  const secrets = text.match(secretKey)?.length ?? 0
  return { text: secrets > 0 ? text.replace(secretKey, '') : text, secrets }
}
