#!/usr/bin/env node
import { start } from '../dist/main.js';

start();
