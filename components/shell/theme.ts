/** The cookie that keeps a chosen theme; without it the system's is used. */
export const themeCookie = 'mintdesk-theme'
export const themes = { light: 'Light', dark: 'Dark', system: 'System' }
export type Theme = keyof typeof themes

/** The theme that a cookie's value names. */
export const themeOf = (value: string | undefined): Theme => (value === 'light' || value === 'dark' ? value : 'system')
