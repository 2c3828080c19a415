'use client'
export { PageFailure as default } from '@/components/shell/page-failure'
