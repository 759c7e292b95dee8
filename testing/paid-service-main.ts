// The paid endpoints in a process of their own, to be killed by a test: `node paid-service-main.ts '{…settings}'`.
import { startPaidService } from './paid-service.ts'

const service = await startPaidService({ settings: JSON.parse(process.argv[2]!) })
process.stdout.write(`${service.url}\n`)
