/** A wait in the two units that matter: `42 s`, `3 min 05 s`, `5 h 12 min`, `3 days 4 h`. */
export function pendingForText(millis: number): string {
  const seconds = Math.max(0, Math.floor(millis / 1000))
  const [minutes, hours, days] = [Math.floor(seconds / 60), Math.floor(seconds / 3600), Math.floor(seconds / 86_400)]
  const two = (value: number) => String(value).padStart(2, '0')
  if (minutes === 0) return `${seconds} s`
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`
  if (days < 2) return `${hours} h ${two(minutes % 60)} min`
  return `${days} days ${hours % 24} h`
}
