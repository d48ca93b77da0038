import { useEffect, useRef, useState } from 'react';
import type { PreparedRequest } from './draft.ts';
import { type Exchange, runExchange } from './exchange.ts';

interface ExchangeControl {
  readonly exchange: Exchange;
  readonly isBusy: boolean;
  /** Sends a request. One that is still under way is stopped. */
  send(request: PreparedRequest, apiKey: string | undefined): void;
  stop(): void;
}

/** The newest exchange of a part of the page. It is stopped when that part is gone. */
export function useExchange(): ExchangeControl {
  const [exchange, setExchange] = useState<Exchange>({ phase: 'none' });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const stop = () => controller.current?.abort();
  const send = (request: PreparedRequest, apiKey: string | undefined) => {
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
