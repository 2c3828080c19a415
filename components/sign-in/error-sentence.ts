/** next-auth's codes of a sign-in that failed, in sentences: what happened, and who can help. */
const sentences: Record<string, string> = {
  AccessDenied: 'Your sign-in has no role here. Ask the person who runs this console to give you one.',
  CredentialsSignin: 'Name and password do not go together. Check both.',
  SessionRequired: 'Sign in to see that page.',
  Configuration: 'Sign-in is not set up correctly. The person who runs this console finds the reason in its log.',
  Verification: 'The link is used up or too old. Sign in again.',
  OAuthSignin:
    "Your company's sign-in could not be reached. Try again; if it stays, tell the person who runs this console.",
  OAuthCallback: "Your company's sign-in came back with an answer that does not fit. Try again from the start.",
}

/** A sentence for any code; one that is not known is named, so that it can be passed on. */
export function errorSentence(code: string): string {
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  if (known) return known
  return /^\w{1,40}$/.test(code)
    ? `Signing in did not work (${code}). Try again; if it stays, tell the person who runs this console.`
    : 'Signing in did not work. Try again; if it stays, tell the person who runs this console.'
}
