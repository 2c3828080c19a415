'use client'
export { FailedPage as default } from '@/components/shell/failed-page'
