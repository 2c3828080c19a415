/** Saves a text as a file of the person's computer. @param type media type */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
