// @ts-check
/**
 * Ends this process when the one that started it is gone, even by kill -9, which tells no child. Imported before each
 * program that `npm start` or `npm run sandbox` runs.
 */
const parent = process.ppid
setInterval(() => {
  if (process.ppid === parent) return
  // As if a person had stopped it; what does not end by itself is not waited for.
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000).unref()
}, 500).unref()
