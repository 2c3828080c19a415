/** Whether this process answers, for the supervisor that restarts it. Whether it can serve people: /api/ready. */
export const dynamic = 'force-dynamic'

export const GET = (): Response => Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
