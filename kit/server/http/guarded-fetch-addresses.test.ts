import { describe, expect, test } from 'vitest'
import { FetchRefused, guardedFetch } from './guarded-fetch.ts'

/*
 * Ways to write an address that readers of addresses are known to understand in different ways, after the cases of the URL standard. Whatever is written, it is judged by what it is connected to:
 * a number never asks a name server, and a name is asked for as the standard spells it.
 */

/** Why an address is refused, and which names were asked for. Every name means a machine of a private network here, so that nothing is ever sent. */
async function judged(url: string, allowed = ''): Promise<{ reason: unknown; asked: string[] }> {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return ['10.0.0.5']
  }
  const reason = await guardedFetch({ allowed, resolve })(url).then(
    () => 'sent',
    (error: unknown) => (error instanceof FetchRefused ? error.reason : error),
  )
  return { reason, asked }
}

describe('an IPv4 address in odd forms is judged as the address that it is', () => {
  test.each([
    ['as one number', 'https://2130706433/'],
    ['in hexadecimal digits', 'https://0x7f000001/'],
    ['in octal digits', 'https://017700000001/'],
    ['each part by another base', 'https://0x7f.0.0.01/'],
    ['with three parts', 'https://127.0.1/'],
    ['with two parts', 'https://127.1/'],
    ['of one zero', 'https://0/'],
    ['of an empty hexadecimal number', 'https://0x/'],
    ['with parts that have leading zeros', 'https://0000000177.0.0.1/'],
    ['in a range that is written in octal digits', 'https://0300.0250.1.1/'],
    ['with the largest number', 'https://4294967295/'],
    ['with a dot at its end', 'https://127.0.0.1./'],
    ['in escaped digits', 'https://%31%32%37.0.0.1/'],
    ['with an escaped dot', 'https://127%2e0.0.1/'],
    ['in wide digits', 'https://１２７.０.０.１/'],
    ['in digits in circles', 'https://①②⑦.⓪.⓪.①/'],
    ['with ideographic dots', 'https://127。0。0。1/'],
    ['with a hyphen that is not seen', 'https://127.0.0\u00AD.1/'],
    ['with a space of no width', 'https://127.0.0\u200B.1/'],
    ['with a tab and a line end inside', 'https://127.0\t.0\n.1/'],
    ['after blanks', '  https://127.0.0.1/  '],
    ['without slashes', 'https:127.0.0.1/'],
    ['after three slashes', 'https:///127.0.0.1/'],
    ['after backslashes', String.raw`https:\\127.0.0.1\path`],
    ['in upper case', 'HTTPS://0X7F.1/'],
    ['with a port', 'https://127.0.0.1:8443/'],
    ['before what looks like another host', 'https://127.0.0.1#@example.com/'],
    ['with a query that looks like another host', 'https://127.0.0.1?@example.com/'],
    ['with a path that looks like another host', String.raw`https://127.0.0.1\@example.com/`],
    ['of a machine’s own description', 'https://2852039166/latest/'],
  ])('%s', async (_, url) => expect(await judged(url)).toEqual({ reason: 'address', asked: [] }))
})

describe('an IPv6 address that leads to IPv4, or stays at home, is refused', () => {
  test.each([
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[0000:0000:0000:0000:0000:0000:0000:0001]/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::FFFF:7F00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.5]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::10.0.0.5]/',
    'https://[64:ff9b:1::10.0.0.5]/',
    'https://[2002:a00:5::]/',
    'https://[2001:0:a00:5::1]/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fdff:ffff::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[5f00::1]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://%5B::1%5D/',
  ])('%s', async (url) => expect(await judged(url)).toMatchObject({ reason: 'address', asked: [] }))
})

describe('a name is asked for as the standard spells it, once', () => {
  test.each([
    ['https://EXAMPLE.com/', 'example.com'],
    ['https://example.com./', 'example.com'],
    ['https://ex%61mple.com/', 'example.com'],
    ['https://ｅｘａｍｐｌｅ.com/', 'example.com'],
    ['https://example。com/', 'example.com'],
    ['https://ex\u00ADample.com/', 'example.com'],
    ['https://ex\tample.com/', 'example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://BÜCHER.example/', 'xn--bcher-kva.example'],
    ['https://bu\u0308cher.example/', 'xn--bcher-kva.example'],
    ['https://faß.example/', 'xn--fa-hia.example'],
    ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'localhost'],
    ['https://%6C%6F%63%61%6C%68%6F%73%74/', 'localhost'],
    // Letters that look like others are other names: Cyrillic here.
    ['https://ехаmple.com/', 'xn--mple-43d3a6i.com'],
    [String.raw`https://example.com\@127.0.0.1/`, 'example.com'],
    ['https://example.com/@127.0.0.1/', 'example.com'],
    ['https://127.0.0.1.example/', '127.0.0.1.example'],
    ['https://1.2.3.4.nip.example/', '1.2.3.4.nip.example'],
    ['https://a_b.example/', 'a_b.example'],
    ['https://:@example.com/', 'example.com'],
  ])('%s', async (url, host) => expect(await judged(url)).toEqual({ reason: 'address', asked: [host] }))
})

describe('credentials in an address are refused, however they are written', () => {
  test.each([
    'https://me@example.com/',
    'https://me:secret@example.com/',
    'https://:secret@example.com/',
    'https://127.0.0.1@example.com/',
    'https://example.com@127.0.0.1/',
    'https://example.com:443@127.0.0.1/',
    'https://me@you@example.com/',
    'https://%40@example.com/',
    'https://a%3Ab@example.com/',
    String.raw`https:\\me@example.com\ `,
  ])('%s', async (url) => expect(await judged(url)).toEqual({ reason: 'credentials', asked: [] }))
})

describe('what is no address of the web is refused, and by no other error', () => {
  test.each([
    ['', 'address'],
    ['example.com', 'address'],
    ['//example.com/', 'address'],
    ['https://', 'address'],
    ['https:// /', 'address'],
    ['https://exa mple.com/', 'address'],
    ['https://example.com:65536/', 'address'],
    ['https://example.com:http/', 'address'],
    ['https://256.256.256.256/', 'address'],
    ['https://1.2.3.4.5/', 'address'],
    ['https://1.2.3.08/', 'address'],
    ['https://4294967296/', 'address'],
    ['https://0x100000000/', 'address'],
    ['https://example.1/', 'address'],
    ['https://[::1/', 'address'],
    ['https://[::1%25eth0]/', 'address'],
    ['https://[fe80::1%eth0]/', 'address'],
    ['https://[1::2::3]/', 'address'],
    ['https://[::127.0.0.256]/', 'address'],
    ['https://exa%00mple.com/', 'address'],
    ['https://exa%23mple.com/', 'address'],
    ['https://xn--a-ä.example/', 'address'],
    ['http://example.com/', 'protocol'],
    ['http://127.0.0.1/', 'protocol'],
    ['HTTP://example.com/', 'protocol'],
    ['ftp://example.com/', 'protocol'],
    ['ws://example.com/', 'protocol'],
    ['wss://example.com/', 'protocol'],
    ['file:///etc/hosts', 'protocol'],
    ['file://example.com/share', 'protocol'],
    ['data:text/plain,hello', 'protocol'],
    ['javascript:void 0', 'protocol'],
    ['blob:https://example.com/1', 'protocol'],
    ['about:blank', 'protocol'],
    ['mailto:me@example.com', 'protocol'],
    ['https+x://example.com/', 'protocol'],
  ])('%s', async (url, reason) => expect(await judged(url)).toEqual({ reason, asked: [] }))
})

describe('what an installation allows is that host, and none that looks like it', () => {
  const allowed = 'IDP.internal, bücher.internal, 10.1.0.0/16, fd00:1::/32'
  /** Allowed is what is gone to: nobody listens there, or nobody is asked to. */
  const isAllowed = async (url: string) => !['address', 'protocol', 'credentials'].includes(String((await judged(url, allowed)).reason))

  test.each([
    'https://idp.internal.example/',
    'https://anidp.internal/',
    'https://idp.internal../',
    'https://idp-internal/',
    'https://bucher.internal/',
    'https://10.2.0.1/',
    'https://[fd00:2::1]/',
    'https://[::ffff:10.2.0.1]/',
    'https://example.com/?idp.internal',
    'https://me@idp.internal/',
    'ftp://idp.internal/',
  ])('not %s', async (url) => expect(await isAllowed(url)).toBe(false))

  test.each(['http://idp.internal:1/', 'http://IDP.INTERNAL.:1/', 'http://bücher.internal:1/', 'http://xn--bcher-kva.internal:1/'])('but %s', async (url) => {
    const fetch = guardedFetch({ allowed, resolve: async () => ['127.0.0.1'] })
    const reason = await fetch(url).then(
      () => 'sent',
      (error: unknown) => (error instanceof FetchRefused ? error.reason : error),
    )
    // Port 1 answers nobody.
    expect(reason).toBe('unreachable')
  })
})

test.each(['https://', 'https://1.2.3.4.5/', 'https://[::1', 'mailto:me@example.com', '//127.0.0.1/', String.raw`\\127.0.0.1\x`])(
  'a redirect to %s is judged like what was typed',
  async (location) => {
    const { createServer } = await import('node:http')
    const server = createServer((_, response) => response.writeHead(302, { location }).end())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const at = server.address()
    const port = typeof at === 'object' && at !== null ? at.port : 0
    try {
      const fetch = guardedFetch({ allowed: 'start.example', resolve: async () => ['127.0.0.1'] })
      const error: unknown = await fetch(`http://start.example:${port}/`).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(FetchRefused)
      expect(['address', 'protocol']).toContain((error as FetchRefused).reason)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  },
)
