import { afterAll } from 'bun:test';
import { removeAllServers } from './postgres-server.ts';

afterAll(removeAllServers);
