/** `fetch` for what is sent up, telling on the way how much of it has gone, from 0 to 1; `fetch` itself cannot. Rejects like `fetch`. */
export function sendWithProgress(
  address: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, address)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.responseType = 'blob'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const answered = new Headers()
      for (const line of request.getAllResponseHeaders().split('\r\n')) {
        const [name = '', ...value] = line.split(': ')
        if (name) answered.append(name, value.join(': '))
      }
      resolve(new Response(request.status === 204 ? null : (request.response as Blob), { status: request.status, headers: answered }))
    })
    request.addEventListener('error', () => reject(new TypeError('The server was not reached')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) reject(new DOMException('Aborted', 'AbortError'))
    else request.send(body as XMLHttpRequestBodyInit)
  })
}
