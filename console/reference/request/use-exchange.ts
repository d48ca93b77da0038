import { useEffect, useRef, useState } from 'react';
import type { ReadyRequest } from './draft.ts';
import { type Exchange, runExchange } from './exchange.ts';

/** The newest exchange of a part of the page. It is stopped when that part is gone. */
export function useExchange() {
  const [exchange, setExchange] = useState<Exchange>({ phase: 'none' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const stop = () => controller.current?.abort();
  /** Sends a request. One that is still under way is stopped. */
  const send = (request: ReadyRequest, apiKey: string | undefined) => {
    stop();
    const own = new AbortController();
    controller.current = own;
    void runExchange(request, apiKey, own.signal, (change) => {
      if (controller.current === own) setExchange(change);
    });
  };
  const isStreaming = exchange.phase === 'streaming' && exchange.response.end === 'open';
  return { exchange, isBusy: exchange.phase === 'sending' || isStreaming, send, stop };
}
