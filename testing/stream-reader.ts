import type { GroundTruth } from '#lib/schemas/enterprise'

type Message = { id?: string; event?: string; data?: string; retry?: string; comment?: string }

/** Reads a stream of events as a browser does: an id counts once its block is whole. */
export class StreamReader {
  readonly messages: Message[] = []
  lastEventId: string | undefined
  isEnded = false
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>
  readonly whole: Promise<void>

  constructor(stream: ReadableStream<Uint8Array>) {
    this.reader = stream.getReader()
    this.whole = this.read()
  }

  private async read() {
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await this.reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) this.take(block)
    }
    this.isEnded = true
  }

  private take(block: string) {
    const message = Object.fromEntries(
      block.split('\n').map((line) => {
        const at = line.indexOf(': ')
        return [line.slice(0, at) || 'comment', line.slice(at + 2)]
      }),
    ) as Message
    if (message.id !== undefined) this.lastEventId = message.id
    this.messages.push(message)
  }

  get answers(): GroundTruth[] {
    return this.messages.flatMap(({ event, data }) => (event === 'observation' ? [JSON.parse(data!)] : []))
  }

  get ids(): string[] {
    return this.answers.flatMap(({ data_points }) => data_points.map(({ observation }) => observation))
  }

  async cut() {
    await this.reader.cancel()
  }
}
